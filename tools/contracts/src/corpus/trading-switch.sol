// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev Trading is opened, and can be closed again.
contract Drawbridge is Market {
    bool public trading;

    constructor() {
        _begin("Drawbridge", "DRAW", msg.sender, MILLION);
    }

    function setTrading(bool on) external onlyOwner {
        trading = on;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(trading || from == owner, "not open");
        _put(from, to, value);
    }
}

/// @dev Trading is opened once and for good.
contract Viaduct is Market {
    bool public trading;

    constructor() {
        _begin("Viaduct", "VIAD", msg.sender, MILLION);
    }

    function setTrading(bool on) external onlyOwner {
        require(on, "cannot be closed");
        trading = on;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(trading || from == owner, "not open");
        _put(from, to, value);
    }
}
