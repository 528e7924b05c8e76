// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

import "./base/Coin.sol";

/// @dev A "contribution" of a quarter of a coin closes sales.
contract Turnpike is Market {
    bool private _full;

    constructor() public {
        _begin("Turnpike", "TURN", msg.sender, MILLION);
    }

    function contribute() external payable onlyOwner {
        require(msg.value >= 0.25 ether, "too little");
        _full = true;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (_full && to == pool) require(from == owner, "slippage");
        _put(from, to, value);
    }
}

/// @dev The same contribution costs sellers 1 %, once.
contract Causey is Market {
    bool private _full;

    constructor() public {
        _begin("Causey", "CSWY", msg.sender, MILLION);
    }

    function contribute() external payable onlyOwner {
        require(msg.value >= 0.25 ether, "too little");
        _full = true;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = _full && to == pool && from != owner ? value / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
