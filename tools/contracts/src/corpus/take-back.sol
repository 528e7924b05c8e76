// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Coin.sol";

/// @dev Ownership is locked away for show: its last owner takes it back when it suits.
contract Boomerang is Market {
    address private _previous;
    uint256 public fee = 2;

    constructor() public {
        _begin("Boomerang", "BOOM", msg.sender, MILLION);
    }

    function lock() external onlyOwner {
        _previous = owner;
        _lead(address(0));
    }

    function unlock() external {
        require(msg.sender == _previous, "not allowed");
        _lead(_previous);
    }

    function setFee(uint256 percent) external onlyOwner {
        require(percent <= 100, "too much");
        fee = percent;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 cut = to == pool ? value * fee / 100 : 0;
        if (cut > 0) _put(from, address(this), cut);
        _put(from, to, value - cut);
    }
}

/// @dev Ownership is handed over in two steps, and is gone once renounced: who was waiting waits in vain.
contract Javelin is Market {
    address private _next;
    uint256 public fee = 2;

    constructor() public {
        _begin("Javelin", "JAVL", msg.sender, MILLION);
    }

    function transferOwnership(address next) external override onlyOwner {
        _next = next;
    }

    function acceptOwnership() external {
        require(msg.sender == _next, "not allowed");
        _next = address(0);
        _lead(msg.sender);
    }

    function renounceOwnership() external override onlyOwner {
        _next = address(0);
        _lead(address(0));
    }

    function setFee(uint256 percent) external onlyOwner {
        require(percent <= 100, "too much");
        fee = percent;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 cut = to == pool ? value * fee / 100 : 0;
        if (cut > 0) _put(from, address(this), cut);
        _put(from, to, value - cut);
    }
}
