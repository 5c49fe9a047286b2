# What things are called, by the page, too.

bread = bread
marble = marble
tools = tools

pasture = pasture
forest = forest
mountain = mountain
village = village
palace = palace

bot-easy = easy
bot-normal = normal
bot-hard = hard
bots-not-compiled = Bots look less far ahead here: the search core is not compiled.
