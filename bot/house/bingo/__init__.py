"""The house's player of Bingo: dominoes as bits of a word, deals played on, last tricks played out."""
