// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

/// @dev The limit is fair today, and anything the owner likes tomorrow.
contract Parcel is Market {
    uint256 public ceiling = MILLION / 100;

    constructor() {
        _begin("Parcel", "PRCL", msg.sender, MILLION);
    }

    function adjust(uint256 next) external onlyOwner {
        ceiling = next;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(from == owner || value <= ceiling, "too much at once");
        _put(from, to, value);
    }
}

/// @dev The same, but the code keeps the limit at half a percent of the supply or above.
contract Packet is Market {
    uint256 public ceiling = MILLION / 100;

    constructor() {
        _begin("Packet", "PCKT", msg.sender, MILLION);
    }

    function adjust(uint256 next) external onlyOwner {
        require(next >= totalSupply / 200, "too low");
        ceiling = next;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(from == owner || value <= ceiling, "too much at once");
        _put(from, to, value);
    }
}
