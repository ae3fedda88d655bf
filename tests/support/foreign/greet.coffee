class Greeter
  constructor: (@name) ->
  greet: (punctuation = "!") =>
    console.log "hello #{@name}#{punctuation}"

square = (x) -> x * x
list = (square n for n in [1..3] when n isnt 2)
new Greeter("world").greet()
