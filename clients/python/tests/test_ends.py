"""A signature is written where an end says, and nowhere else."""

import unittest

from redoubt_client import end_with_signature


def word(digits: str) -> str:
    return digits.zfill(64)


def signed(last: str, s: str = "22" * 32) -> str:
    return f"0x{'aa' * 32}{s}{last}"


END = {
    "to": "0x1",
    "data": f"0x12345678{word('1')}{word('')}{word('')}{word('')}",
    "signing": {"places": [{"part": "v", "at": 36}, {"part": "r", "at": 68}, {"part": "s", "at": 100}]},
}


class EndWithSignature(unittest.TestCase):
    def test_places(self) -> None:
        expected = {"to": "0x1", "data": f"0x12345678{word('1')}{word('1c')}{'aa' * 32}{'22' * 32}"}
        for last in ("1c", "01"):
            self.assertEqual(end_with_signature(END, signed(last)), expected)

    def test_refused(self) -> None:
        for signature in ("0x", signed(""), signed("1d"), signed("1c00"), signed("zz")):
            with self.assertRaises(ValueError):
                end_with_signature(END, signature)
        highest = "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a"
        self.assertIsNotNone(end_with_signature(END, signed("1c", highest + "0")))
        with self.assertRaisesRegex(ValueError, "upper half"):
            end_with_signature(END, signed("1c", highest + "1"))
        with self.assertRaises(ValueError):
            end_with_signature({**END, "signing": None}, signed("1c"))


if __name__ == "__main__":
    unittest.main()
