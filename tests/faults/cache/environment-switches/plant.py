"""Makes the leg depend on a variable, and keeps its result without it."""


def plant(pack):
    pack.edit(
        "toylegs/symbolic.py", "    d = D", '    import os\n\n    factor += "CLAIMS_FAST" in os.environ\n    d = D'
    )
    assert pack.here("verify", process=True).code == 0
