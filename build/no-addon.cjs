// Stands in for an addon that the program never asks for.
module.exports = {}
