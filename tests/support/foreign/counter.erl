-module(counter).
-export([start/0, loop/1]).

start() -> spawn(?MODULE, loop, [0]).

loop(N) ->
    receive
        {inc, Pid} -> Pid ! {ok, N + 1}, loop(N + 1);
        stop -> ok
    end.
