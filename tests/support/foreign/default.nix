{ pkgs ? import <nixpkgs> { } }:
let
  version = "1.0";
in pkgs.stdenv.mkDerivation rec {
  pname = "demo-${version}";
  src = ./.;
  buildInputs = with pkgs; [ cmake zlib ];
  meta.description = ''a demo'';
}
