# What things are called, by the page, too.

bread = bread
marble = marble
tools = tools

pasture = pasture
forest = forest
mountain = mountain
village = village
palace = palace
