# Completion of grabr for bash (and zsh with bashcompinit). What there is to complete the program says
# itself, so this needs no change with it.

_grabr_commands() { # [GROUP]: the commands, or those of a command that has some
  grabr help "${@:-all}" 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z]*\)   *[A-Z].*/\1/p'
}
_grabr_options() {
  grabr help "$@" all 2>/dev/null | grep -oE -- '^  (-., )?--?[A-Za-z][-A-Za-z]*' | grep -oE -- '-[-A-Za-z]+' | sort -u
}
_grabr_names() { # FIRST LAST: of the sections of `grabr strategies` that begin so
  grabr strategies 2>/dev/null | sed -n "/^$1/,/^$2/p" | sed -nE 's/^(  )?([a-z][-a-z0-9]*)( .*|$)/\2/p'
}
_grabr_grammars() { grabr grammar list 2>/dev/null | sed -n 's/^\([a-z][-a-z0-9]*\) .*/\1/p'; }

_grabr_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }

# The last of a list whose parts end with the sign $2: "auto,per" gives "auto,perses".
_grabr_list() {
  local before=
  [[ $3 != *"$2"* ]] || before=${3%"$2"*}$2
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${3#"$before"}")
}

_grabr() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=() i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [ "${COMP_WORDS[i]}" != -- ] || { mapfile -t COMPREPLY < <(compgen -c -f -- "$word"); return; }
  done
  if [ "$COMP_CWORD" -gt 1 ] && [[ ${COMP_WORDS[1]} =~ ^[a-z]+$ ]] &&
     grabr help "${COMP_WORDS[1]}" >/dev/null 2>&1; then
    command=("${COMP_WORDS[1]}")
  fi
  if [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi
  if [ "$word" = = ]; then word=; fi
  case $before in
    -g|--grammar) mapfile -t COMPREPLY < <(compgen -W "$(_grabr_grammars)" -f -- "$word"); return ;;
    --strategy)
      if [ "${command[*]}" = generate ]; then _grabr_words "random cost coverage" "$word"; return; fi
      _grabr_list "$(_grabr_names Strategies NONE)" ' then ' "$word"; return ;;
    --strategies) _grabr_list "$(_grabr_names Strategies NONE)" , "$word"; return ;;
    --explain) _grabr_words "$(_grabr_names Strategies NONE)" "$word"; return ;;
    --minimizer) _grabr_words "$(_grabr_names 'List minimisers' Pipelines)" "$word"; return ;;
    --without) _grabr_list "$(_grabr_names Over NONE)" , "$word"; return ;;
    --style) _grabr_words "keep compact pretty" "$word"; return ;;
    --unit) _grabr_words "chars bytes tokens lines args list" "$word"; return ;;
    --direction) _grabr_words "forward backward" "$word"; return ;;
    --print) _grabr_words "tree json dot tokens chart forest" "$word"; return ;;
  esac
  if [[ $word == -* ]]; then
    [ "${command[*]}" != grammar ] || [ "$COMP_CWORD" -lt 3 ] || command+=("${COMP_WORDS[2]}")
    _grabr_words "$(_grabr_options "${command[@]:-reduce}")" "$word"
  elif [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_grabr_commands)" -f -- "$word")
  else
    case "${command[*]} $COMP_CWORD" in
      'help 2') _grabr_words "$(_grabr_commands)" "$word" ;;
      'help 3') _grabr_words "$(_grabr_commands "${COMP_WORDS[2]}")" "$word" ;;
      'grammar 2') _grabr_words "$(_grabr_commands grammar)" "$word" ;;
      grammar*) mapfile -t COMPREPLY < <(compgen -W "$(_grabr_grammars)" -f -- "$word") ;;
      'strategies 2') _grabr_words "$(_grabr_names Strategies NONE)" "$word" ;;
      *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    esac
  fi
}
complete -o filenames -F _grabr grabr
