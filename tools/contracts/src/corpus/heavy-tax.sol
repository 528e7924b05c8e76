// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Coin.sol";

/// @dev Selling costs 60 %, under a name that sounds like a gift to holders.
contract FairReflections is Market {
    uint256 private constant REFLECTION = 60;

    constructor() public {
        _begin("Fair Reflections", "FAIR", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 share = from == owner ? 0 : to == pool ? value * REFLECTION / 100 : from == pool ? value * 3 / 100 : 0;
        if (share > 0) _put(from, owner, share);
        _put(from, to, value - share);
    }
}

/// @dev The same shape with 3 % both ways, fixed.
contract Tithe is Market {
    uint256 private constant TAX = 3;

    constructor() public {
        _begin("Tithe", "TITHE", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 share = from == owner ? 0 : to == pool ? value * TAX / 100 : from == pool ? value * 3 / 100 : 0;
        if (share > 0) _put(from, owner, share);
        _put(from, to, value - share);
    }
}
