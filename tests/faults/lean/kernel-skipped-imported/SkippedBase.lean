module

public section

set_option debug.skipKernelTC true in
theorem base : 1 = 2 := by decide +kernel
