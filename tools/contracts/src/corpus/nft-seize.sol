// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.4;

import "./base/Item.sol";

/// @dev The collection's owner may move every piece.
contract Gallery is Item {
    constructor() {
        name = "Gallery";
        symbol = "GLRY";
    }

    function mint(address to) external onlyOwner {
        require(totalSupply < 100, "sold out");
        _make(to);
    }

    function _mayMove(address who, uint256 tokenId) internal view override returns (bool) {
        return who == owner || super._mayMove(who, tokenId);
    }
}

/// @dev The holder and those the holder approved, as ERC-721 has it.
contract Museum is Item {
    constructor() {
        name = "Museum";
        symbol = "MSEU";
    }

    function mint(address to) external onlyOwner {
        require(totalSupply < 100, "sold out");
        _make(to);
    }

    function _mayMove(address who, uint256 tokenId) internal view override returns (bool) {
        return super._mayMove(who, tokenId);
    }
}
