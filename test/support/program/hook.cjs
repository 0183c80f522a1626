// Stands for the installed program in tests that run the hook in their own process: the real one is digested at every
// event that takes the slow path, which would be most of the time of those tests.
