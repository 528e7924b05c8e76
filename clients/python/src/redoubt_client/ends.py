"""Ends that the wallet signs as a message, and any account sends."""

from __future__ import annotations

import re
from typing import Any, Mapping

_SIGNATURE = re.compile(r"0x[0-9a-fA-F]{130}")
_WORD_DIGITS = 64
# Half the order of secp256k1, rounded down: tokens refuse signatures whose s is larger (EIP-2).
_MAX_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0


def end_with_signature(end: Mapping[str, Any], signature: str) -> dict[str, Any]:
    """Writes the wallet's signature of ``end["signing"]["typedData"]`` into the transaction that carries it.

    ``signature`` has 65 bytes, as ``eth_signTypedData_v4`` answers it. Any account may send what is returned.
    Raises ``ValueError`` when the end needs no signature, or the signature is none of a key.
    """
    signing = end["signing"]
    if signing is None:
        raise ValueError("end.signing: there is nothing to sign; send the transaction as it is")
    if _SIGNATURE.fullmatch(signature) is None:
        raise ValueError("signature: expected 0x followed by 130 hex digits")
    last = int(signature[130:], 16)
    v = last + 27 if last < 27 else last
    if v not in (27, 28):
        raise ValueError("signature: expected 27 or 28 as its last byte")
    if int(signature[66:130], 16) > _MAX_S:
        raise ValueError(
            "signature: its s is in the upper half, which tokens refuse (EIP-2); expected the other form of it"
        )
    words = {"r": signature[2:66], "s": signature[66:130], "v": format(v, "x").zfill(_WORD_DIGITS)}
    digits = end["data"][2:]
    for place in signing["places"]:
        at = 2 * place["at"]
        digits = digits[:at] + words[place["part"]] + digits[at + _WORD_DIGITS :]
    return {**{name: value for name, value in end.items() if name != "signing"}, "data": f"0x{digits}"}
