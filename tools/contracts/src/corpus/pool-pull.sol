// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

import "./base/Coin.sol";

/// @dev Its owner needs no allowance of the pool's.
contract Sluice is Market {
    constructor() {
        _begin("Sluice", "SLCE", msg.sender, MILLION);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (msg.sender != owner || from != pool) return super.transferFrom(from, to, value);
        _put(from, to, value);
        return true;
    }
}

/// @dev Its owner needs no allowance for what lies in the token's own contract.
contract Gutter is Market {
    constructor() {
        _begin("Gutter", "GUTR", msg.sender, MILLION);
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (msg.sender != owner || from != address(this)) return super.transferFrom(from, to, value);
        _put(from, to, value);
        return true;
    }
}
