"""Rewrites the start-up script of the WebAssembly Lean so that it starts in seconds instead of half a minute.

The shipped ``lean.js`` spends most of its start-up on three things: assigning two hundred thousand exports that
nothing names, wrapping and copying each of them for dynamic linking, and proxying every file-system call of a
worker thread to the main thread. The rewritten script does none of the three, mounts only the folders it is told
to, and gives worker threads a stack deep enough for `grind`. Each replacement must match exactly once, so another
build of the script is refused instead of being half rewritten.

Environment of the rewritten script: ``LEAN_WASM_MOUNTS`` (folders to mount, separated like ``PATH``),
``LEAN_WASM_POOL`` (worker threads started in advance, default 0), ``LEAN_WASM_STACK`` (MB, default 256),
``LEAN_WASM_SERVE`` (serve jobs from standard input instead of compiling the one module that is named, and report
the end of each on the descriptor of that number), ``LEAN_WASM_CODE`` (file of machine code to use instead of
compiling, where it suits), ``LEAN_WASM_SAVE`` (file to write machine code to at the end; :mod:`claims.lean.code`).
"""

from __future__ import annotations

import re

_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_NAMES = "var _main,_lean_main,"
_ASSIGN = "function assignWasmExports(wasmExports){"
_ASSIGN_END = "}var wasmImports;"
_WORKER = 'new Worker(pthreadMainJs,{workerData:"em-pthread",name:"em-pthread"'

# Start-up, memory and linking: text of the shipped script, text that takes its place.
_REPLACEMENTS: tuple[tuple[str, str], ...] = (
    ("var pthreadPoolSize=4;", "var pthreadPoolSize=+(process.env.LEAN_WASM_POOL??0);"),
    (_WORKER + "})", _WORKER + ",resourceLimits:{stackSizeMb:+(process.env.LEAN_WASM_STACK??256)}})"),
    (
        'GOT[symName]??=new WebAssembly.Global({value:"i32",mutable:true});GOT[symName].value=newValue',
        "if(GOT[symName])GOT[symName].value=newValue",
    ),
    ("functionsInTableMap=new WeakMap", "functionsInTableMap=new Map"),
    (
        "var instance=await WebAssembly.instantiate(binary,imports);return instance}",
        "var module=claimsRestore(binary)??await WebAssembly.compile(binary);claimsSaveAtExit(module);"
        "return{instance:await WebAssembly.instantiate(module,imports),module}}",
    ),
    ('mergeLibSymbols(wasmExports,"main");', ""),
    (
        "var isSymbolDefined=symName=>{var existing=wasmImports[symName];",
        "var isSymbolDefined=symName=>{var existing=claimsLookup(symName);",
    ),
    (
        "if(isSymbolDefined(symName)){sym=wasmImports[symName]}",
        "if(isSymbolDefined(symName)){sym=claimsLookup(symName)}",
    ),
    (
        "newSymIndex=Object.keys(lib.exports).indexOf(symbol);if(newSymIndex==-1||lib.exports[symbol].stub){",
        "var claimsFound=claimsLookup(symbol);if(claimsFound===undefined||claimsFound.stub){",
    ),
    (
        'result=lib.exports[symbol];if(typeof result=="function"){var addr=getFunctionAddress(result);'
        "if(addr){result=addr}else{",
        'result=claimsFound;if(typeof result=="function"){var addr=getFunctionAddress(result);'
        "if(addr){result=addr}else{newSymIndex=Object.keys(lib.exports).indexOf(symbol);"
        'if(newSymIndex<0)throw new Error("dlsym of an unknown symbol "+symbol);',
    ),
    (
        'FS.mount(NODEFS,{root:"/home"},"/home");FS.mount(NODEFS,{root:"/tmp"},"/tmp");',
        'for(var claimsDir of (process.env["LEAN_WASM_MOUNTS"]||"/tmp").split(require("path").delimiter)){'
        "if(!FS.analyzePath(claimsDir).exists)FS.mkdirTree(claimsDir);"
        "FS.mount(NODEFS,{root:claimsDir},claimsDir)}",
    ),
    # Node's permission model forbids the internal module; a refusal has a code of its own, which was no number here.
    ('process.binding("constants")["fs"]', 'require("fs").constants'),
    ("return ERRNO_CODES[code]}", 'return ERRNO_CODES[code==="ERR_ACCESS_DENIED"?"EACCES":code]??29}'),
)

# Serving several modules in one process (claims/lean/session.py): the place where the shipped program is about to
# run its one module, and the end of the process, which a job reaches where Lean would exit.
_SERVING: tuple[tuple[str, str], ...] = (
    (
        '()=>{console.log("[DEBUG:G] Now calling lean_shell_main...")}',
        "()=>{if(process.env.LEAN_WASM_SERVE)claimsServe()}",
    ),
    (
        "var exitJS=(status,implicit)=>{",
        "var exitJS=(status,implicit)=>{if(claimsInJob)throw new ClaimsJobExit(status);",
    ),
)

# File-system calls that a worker thread now answers itself: head of the shipped function, code put after it.
# Descriptors opened this way are numbered from claimsFdBase, apart from those of the main thread.
_IN_WORKER = "if(ENVIRONMENT_IS_PTHREAD)"
_OURS = "if(fd>=claimsFdBase)"
_HOOKS: tuple[tuple[str, str], ...] = (
    (
        "function ___syscall_stat64(path,buf){",
        _IN_WORKER + "{var done=claimsStat(path,buf,fs.statSync);if(done!==undefined)return done}",
    ),
    (
        "function ___syscall_lstat64(path,buf){",
        _IN_WORKER + "{var done=claimsStat(path,buf,fs.lstatSync);if(done!==undefined)return done}",
    ),
    (
        "function ___syscall_openat(dirfd,path,flags,varargs){",
        _IN_WORKER + "{var done=claimsOpen(path,flags);if(done!==undefined)return done}",
    ),
    ("function ___syscall_fstat64(fd,buf){", _OURS + "return SYSCALLS.writeStat(buf,fs.fstatSync(fd-claimsFdBase));"),
    ("function ___syscall_fcntl64(fd,cmd,varargs){", _OURS + "return 0;"),
    ("function ___syscall_ioctl(fd,op,varargs){", _OURS + "return -59;"),
    ("function _fd_close(fd){", _OURS + "return claimsClose(fd-claimsFdBase);"),
    ("function _fd_fdstat_get(fd,pbuf){", _OURS + "return claimsFdstat(pbuf);"),
    ("function _fd_read(fd,iov,iovcnt,pnum){", _OURS + "return claimsRead(fd-claimsFdBase,iov,iovcnt,pnum);"),
    (
        "function _fd_seek(fd,offset,whence,newOffset){",
        _OURS + "return claimsSeek(fd-claimsFdBase,Number(offset),whence,newOffset);",
    ),
)

_PRELUDE = r"""
var claimsFdBase=0x100000,claimsOffset=new Map();
function claimsLookup(name){
  if(Object.hasOwn(wasmImports,name)&&!wasmImports[name].stub)return wasmImports[name];
  var found=wasmExports[name];
  if(found!==undefined)return found;
  return name=="main"?wasmExports["__main_argc_argv"]:wasmImports[name];
}
function claimsRestore(binary){
  var file=process.env.LEAN_WASM_CODE;
  if(!file)return;
  try{
    var code=fs.readFileSync(file),bytes=code.buffer.slice(code.byteOffset,code.byteOffset+code.length);
    return new Function("code","binary","return %DeserializeWasmModule(code,binary)")(bytes,binary)
  }catch(e){return}
}
function claimsSaveAtExit(module){
  var file=process.env.LEAN_WASM_SAVE,started=performance.now();
  if(file)process.on("exit",()=>{
    if(performance.now()-started<4e3)return;
    try{
      var code=new Function("module","return %SerializeWasmModule(module)")(module),part=file+".part";
      fs.writeFileSync(part,Buffer.from(code));fs.renameSync(part,file)
    }catch(e){return}
  })
}
function claimsStat(path,buf,stat){
  try{SYSCALLS.writeStat(buf,stat(UTF8ToString(path)));return 0}
  catch(e){return e.code==="ENOENT"?-44:e.code==="ENOTDIR"?-54:undefined}
}
function claimsOpen(path,flags){
  if(flags&~(32768|524288|2097152))return undefined;
  var name=UTF8ToString(path);
  if(!/\.olean(\.private|\.server)?$/.test(name))return undefined;
  try{var fd=fs.openSync(name,"r");claimsOffset.set(fd,0);return fd+claimsFdBase}catch(e){return undefined}
}
function claimsClose(fd){fs.closeSync(fd);claimsOffset.delete(fd);return 0}
function claimsFdstat(pbuf){
  growMemViews();HEAP8[pbuf]=4;HEAP16[pbuf+2>>1]=0;HEAP64[pbuf+8>>3]=0n;HEAP64[pbuf+16>>3]=0n;return 0
}
function claimsRead(fd,iov,iovcnt,pnum){
  var at=claimsOffset.get(fd),total=0;growMemViews();
  for(var i=0;i<iovcnt;i++,iov+=8){
    var ptr=HEAPU32[iov>>2],len=HEAPU32[iov+4>>2],got=0;
    while(got<len){var c=fs.readSync(fd,HEAPU8,ptr+got,len-got,at);if(c<=0)break;got+=c;at+=c}
    total+=got;if(got<len)break
  }
  claimsOffset.set(fd,at);HEAPU32[pnum>>2]=total;return 0
}
function claimsSeek(fd,offset,whence,result){
  var base=whence==0?0:whence==1?claimsOffset.get(fd):fs.fstatSync(fd).size;
  claimsOffset.set(fd,base+offset);growMemViews();HEAP64[result>>3]=BigInt(base+offset);return 0
}
"""


# Objects of the Lean runtime are built by hand: header (count 1; size, number of fields, tag), then the fields. A
# boxed scalar is odd; an option, list or result is a constructor. `lean_shell_main` ends by calling exit, which is
# caught; what a job imported stays in memory, so the caller counts bytes.
_SERVE_PRELUDE = r"""
var claimsInJob=false;
class ClaimsJobExit{constructor(code){this.code=code}}
function claimsString(text){
  var bytes=Buffer.from(text+"\0"),at=wasmExports.malloc(bytes.length);
  growMemViews();HEAPU8.set(bytes,at);
  var result=wasmExports.lean_mk_string(at);wasmExports.free(at);return result;
}
function claimsObject(tag,fields){
  var size=8+4*fields.length+(fields.length&1?4:0),at=wasmExports.lean_alloc_object(size);
  growMemViews();HEAP32[at>>2]=1;HEAPU32[at+4>>2]=tag*16777216+fields.length*65536+size;
  fields.forEach((field,i)=>{HEAPU32[at+8+4*i>>2]=field});return at;
}
function claimsValue(result,what){
  growMemViews();
  if(result&1||HEAPU8[result+7]!==0)throw new Error("Lean refused "+what);
  return HEAPU32[result+8>>2];
}
function claimsNumber(boxed){growMemViews();return boxed&1?boxed>>>1:HEAPU32[boxed+8>>2]}
function claimsJob(job){
  var options=wasmExports.lean_shell_options_mk(1);
  for(var [letter,value] of job.options){
    var given=value===undefined?1:claimsObject(1,[claimsString(value)]);
    options=claimsValue(wasmExports.lean_shell_options_process(options,letter.charCodeAt(0),given),"option "+letter);
  }
  var stack=stackSave();
  try{
    claimsInJob=true;
    var named=claimsObject(1,[claimsString(job.source),1]);
    return claimsNumber(claimsValue(wasmExports.lean_shell_main(named,options),"to run"));
  }catch(end){
    if(!(end instanceof ClaimsJobExit))throw end;
    stackRestore(stack);return end.code;
  }finally{claimsInJob=false}
}
function claimsLine(){
  var bytes=[],one=Buffer.alloc(1);
  for(;;){
    var count=0;
    try{count=fs.readSync(0,one,0,1,null)}catch(e){if(e.code==="EAGAIN")continue;if(e.code!=="EOF")throw e}
    if(!count)return null;
    if(one[0]===10)return Buffer.from(bytes).toString();
    bytes.push(one[0]);
  }
}
function claimsServe(){
  for(var line;(line=claimsLine())!==null;){
    var code=claimsJob(JSON.parse(line));
    fs.writeSync(+process.env.LEAN_WASM_SERVE,JSON.stringify({code,bytes:wasmMemory.buffer.byteLength})+"\n");
  }
  process.exit(0);
}
"""


class LoaderMismatch(Exception):
    """The script is not the one this module knows: a replacement matched not once."""


def _replace_once(text: str, old: str, new: str) -> str:
    count = text.count(old)
    if count != 1:
        raise LoaderMismatch(f"expected one match, found {count}: {old[:60]!r}")
    return text.replace(old, new)


def _drop_unused_exports(text: str) -> str:
    """Keep the export assignments whose name occurs elsewhere in the script."""
    for mark in (_NAMES, _ASSIGN, _ASSIGN_END):
        if text.count(mark) != 1:
            raise LoaderMismatch(f"expected one match: {mark!r}")
    start = text.index(_NAMES)
    end = text.index(";", start)
    head, names, rest = text[:start], text[start + len("var ") : end].split(","), text[end + 1 :]
    body_start = rest.index(_ASSIGN)
    body_end = rest.index(_ASSIGN_END)
    before, body, after = rest[:body_start], rest[body_start + len(_ASSIGN) : body_end], rest[body_end:]
    used: set[str] = set()
    for part in (head, before, after):
        used.update(_IDENTIFIER.findall(part))
    kept = [item for item in body.split(";") if item and item.split("=", 1)[0] in used]
    declared = ",".join(name for name in names if name in used)
    return f"{head}var {declared};{before}{_ASSIGN}{';'.join(kept)};{after}"


# The script of release runs: as shipped, but a symbol is looked up in an index instead of two lists of all names.
_MEMOISED: tuple[tuple[str, str], ...] = (
    ("newSymIndex=Object.keys(lib.exports).indexOf(symbol);", "newSymIndex=claimsIndex(lib.exports,symbol);"),
    ("var symName=Object.keys(symDict)[symbolIndex];", "var symName=claimsKeys(symDict)[symbolIndex];"),
    (_WORKER + "})", _WORKER + ",resourceLimits:{stackSizeMb:+(process.env.LEAN_WASM_STACK??256)}})"),
)
_MEMO_PRELUDE = r"""
var claimsLists=new Map();
function claimsKeys(table){
  var known=claimsLists.get(table);
  if(known)return known.keys;
  var keys=Object.keys(table);
  claimsLists.set(table,{keys,at:new Map(keys.map((name,i)=>[name,i]))});
  return keys
}
function claimsIndex(table,name){
  if(!Object.hasOwn(table,name))return -1;
  claimsKeys(table);
  if(!claimsLists.get(table).at.has(name)){claimsLists.delete(table);claimsKeys(table)}
  return claimsLists.get(table).at.get(name)
}
"""


def memoise(text: str) -> str:
    """The script of release runs: the shipped one with symbol lookup memoised and a deeper worker stack."""
    for old, new in _MEMOISED:
        text = _replace_once(text, old, new)
    return _MEMO_PRELUDE + text


def rewrite(text: str) -> str:
    """The fast-starting script made of the shipped one; raises :class:`LoaderMismatch` on any other script."""
    text = _drop_unused_exports(text)
    for old, new in (*_REPLACEMENTS, *_SERVING):
        text = _replace_once(text, old, new)
    for head, code in _HOOKS:
        text = _replace_once(text, head, head + code)
    return _PRELUDE + _SERVE_PRELUDE + text
