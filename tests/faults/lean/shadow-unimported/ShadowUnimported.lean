module

public section

structure Std.HashMap where
theorem claim (a b : Std.HashMap) : a = b := rfl
