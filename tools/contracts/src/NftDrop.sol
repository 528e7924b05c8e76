// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Collectible721} from "./Collectible721.sol";

/// @title A drop of pictures: anyone mints the next ones at a fixed price, and the price goes to the artist.
contract NftDrop {
    Collectible721 public immutable pictures;
    address payable public immutable artist;
    uint256 public immutable price;
    uint256 public immutable supply;
    uint256 public sold;

    constructor(address payable artist_, uint256 price_, uint256 supply_) {
        pictures = new Collectible721("Drop", "DROP", "ipfs://drop/", address(this));
        (artist, price, supply) = (artist_, price_, supply_);
    }

    function mint(uint256 quantity) external payable {
        require(msg.value == price * quantity, "wrong price");
        require(sold + quantity <= supply, "sold out");
        for (uint256 i; i < quantity; i++) pictures.mint(msg.sender, ++sold);
        (bool paid,) = artist.call{value: msg.value}("");
        require(paid, "payment failed");
    }
}
