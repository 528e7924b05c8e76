// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import "./base/Item.sol";

/// @dev Nobody can be approved once the owner has said so: what was bought cannot be sold.
contract Stamps is Item {
    bool public restricted;

    constructor() {
        name = "Stamps";
        symbol = "STMP";
    }

    function mint(address to) external onlyOwner {
        require(totalSupply < 100, "sold out");
        _make(to);
    }

    function setRestricted(bool on) external onlyOwner {
        restricted = on;
    }

    function setApprovalForAll(address operator, bool approved) public override {
        require(!restricted || msg.sender == owner, "restricted");
        super.setApprovalForAll(operator, approved);
    }

    function approve(address to, uint256 tokenId) public override {
        require(!restricted || msg.sender == owner, "restricted");
        super.approve(to, tokenId);
    }
}

/// @dev An operator filter for royalties: one marketplace is shut out, by code, for ever.
contract Coins is Item {
    address public immutable restricted;

    constructor(address marketplace) {
        restricted = marketplace;
        name = "Coins";
        symbol = "COIN";
    }

    function mint(address to) external onlyOwner {
        require(totalSupply < 100, "sold out");
        _make(to);
    }

    function setApprovalForAll(address operator, bool approved) public override {
        require(operator != restricted, "restricted");
        super.setApprovalForAll(operator, approved);
    }

    function approve(address to, uint256 tokenId) public override {
        require(to != restricted, "restricted");
        super.approve(to, tokenId);
    }
}
