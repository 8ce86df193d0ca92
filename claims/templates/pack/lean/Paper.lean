module

public import Paper.MeanOdd
