// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

/// @dev Sold as protection from bots: while it is on, every buyer is one.
contract AntiSniperShield is Market {
    bool public protected = true;
    mapping(address => bool) private _sniper;

    constructor() {
        _begin("Shield", "SHLD", msg.sender, MILLION);
    }

    function setProtected(bool on) external onlyOwner {
        protected = on;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool && protected) _sniper[to] = true;
        require(to != pool || !_sniper[from], "sniper");
        _put(from, to, value);
    }
}

/// @dev Who buys in the very block the pool was named waits ten minutes. Nobody else is ever on the list.
contract SniperNet is Market {
    uint256 private _opened;
    mapping(address => uint256) private _until;

    constructor() {
        _begin("Net", "NET", msg.sender, MILLION);
    }

    function _move(address from, address to, uint256 value) internal override {
        if (_opened == 0 && pool != address(0)) _opened = block.number;
        if (from == pool && block.number == _opened) _until[to] = block.timestamp + 10 minutes;
        require(to != pool || block.timestamp >= _until[from], "sniper");
        _put(from, to, value);
    }

    function setPool(address pool_) external override onlyOwner {
        require(pool == address(0), "already set");
        pool = pool_;
        _opened = block.number;
    }
}
