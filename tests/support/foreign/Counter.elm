module Counter exposing (main)

import Browser
import Html exposing (button, div, text)

type Msg = Increment | Decrement

update msg model =
    case msg of
        Increment -> model + 1
        Decrement -> model - 1

main = Browser.sandbox { init = 0, update = update, view = \m -> div [] [ text (String.fromInt m) ] }
