defmodule Stack do
  use GenServer

  def start_link(items), do: GenServer.start_link(__MODULE__, items)

  @impl true
  def handle_call(:pop, _from, [head | tail]) do
    {:reply, head, tail}
  end
end
