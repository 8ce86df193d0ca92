def is_one(values):
    return values["x"] == 1


def witness():
    return {"x": 1, "y": 2}


def refute():
    return 1 + 1 != 3


def cube_witness():
    return {"a": 1, "b": 2}
