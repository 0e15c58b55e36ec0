#!/bin/sh
# Checks that the files of this folder are whole and that they are those that the builder signed. Needs sha256sum and openssl 3, no network.
set -eu

usage() {
	cat <<'END'
Usage: verify.sh --key FILE | --checksums-only

  --key FILE         the builder's public key (Ed25519, PEM), which you got by another way than these files
  --checksums-only   finds damaged files, but does not tell who made them

Exit code 0: every file is right. 1: one is not. 2: wrong use.
END
}

fail() {
	echo "verify.sh: $1" >&2
	exit 1
}

key=
mode=
while [ $# -gt 0 ]; do
	case $1 in
	--key)
		[ $# -ge 2 ] || { usage >&2; exit 2; }
		key=$2 mode=signature
		shift
		;;
	--checksums-only) mode=${mode:-checksums} ;;
	--help) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
	shift
done
[ -n "$mode" ] || { usage >&2; exit 2; }

case $key in '' | /*) ;; *) key=$PWD/$key ;; esac
cd "$(dirname "$0")"
[ -f SHA256SUMS ] || fail "SHA256SUMS is missing"

if [ "$mode" = signature ]; then
	[ -r "$key" ] || fail "the public key cannot be read"
	[ -f SHA256SUMS.sig ] || fail "SHA256SUMS.sig is missing: these files are not signed"
	openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig >/dev/null 2>&1 ||
		fail "the signature is not of this key"
	echo "signature: right"
fi

# What is not in the list was not signed, so it must not lie beside what was.
find . ! -type d ! -path ./SHA256SUMS ! -path ./SHA256SUMS.sig | sed 's|^\./||' | while IFS= read -r file; do
	grep -q -F -x -e "$(sha256sum -- "$file" 2>/dev/null)" SHA256SUMS || fail "$file is damaged, or is not in the list"
done || exit 1
sha256sum --check --strict --quiet SHA256SUMS || fail "files are missing or damaged"
echo "checksums: right"
