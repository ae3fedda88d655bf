# Completion of grabr for bash (and zsh with bashcompinit). What there is to complete the program says
# itself, so this needs no change with it.

_grabr_commands() { grabr help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\)   *[A-Z].*/\1/p'; }
_grabr_options() { grabr "$@" --help 2>/dev/null | grep -oE -- '(^|[ ,])--?[A-Za-z][-A-Za-z]*' | tr -d ' ,' | sort -u; }
_grabr_strategies() { grabr strategies 2>/dev/null | sed -n 's/^\([a-z][-a-z0-9]*\)  .*/\1/p'; }
_grabr_grammars() { grabr grammar list 2>/dev/null | sed -n 's/^\([a-z][-a-z0-9]*\) .*/\1/p'; }

_grabr() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [ "${COMP_WORDS[i]}" != -- ] || { mapfile -t COMPREPLY < <(compgen -c -f -- "$word"); return; }
    [ "$i" != 1 ] || [[ ${COMP_WORDS[i]} == -* ]] || command=${COMP_WORDS[i]}
  done
  case $before in
    -g|--grammar) mapfile -t COMPREPLY < <(compgen -W "$(_grabr_grammars)" -f -- "$word"); return ;;
    --strategy|--strategies|--explain)
      mapfile -t COMPREPLY < <(compgen -W "$(_grabr_strategies)" -- "$word"); return ;;
    --style) mapfile -t COMPREPLY < <(compgen -W "keep compact pretty" -- "$word"); return ;;
    --unit) mapfile -t COMPREPLY < <(compgen -W "chars bytes tokens lines args list" -- "$word"); return ;;
  esac
  grabr help "$command" >/dev/null 2>&1 || command=
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_grabr_options $command)" -- "$word")
  elif [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_grabr_commands)" -f -- "$word")
  elif [ "$before" = help ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_grabr_commands)" -- "$word")
  elif [ "$before" = strategies ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_grabr_strategies)" -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _grabr grabr
