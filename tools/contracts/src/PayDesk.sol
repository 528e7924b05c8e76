// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

interface IItem {
    function transferFrom(address from, address to, uint256 tokenId) external;
}

/// @title Payments that a contract hands to its merchant at once, and a picture that its seller offers at a falling price.
contract PayDesk {
    address payable public immutable merchant;
    address payable public immutable seller;
    address public immutable collection;
    uint256 public immutable start;

    event Paid(address indexed by, address token, uint256 amount, bytes32 order);

    constructor(address payable merchant_, address payable seller_, address collection_) {
        merchant = merchant_;
        seller = seller_;
        collection = collection_;
        start = block.timestamp;
    }

    function pay(address token, uint256 amount, bytes32 order) external {
        require(Tokens.pull(token, msg.sender, merchant, amount), "payment failed");
        emit Paid(msg.sender, token, amount, order);
    }

    function price() public view returns (uint256) {
        uint256 age = (block.timestamp - start) / 1 days;
        return age >= 10 ? 0.4 ether : 1 ether - (age * 0.6 ether) / 10;
    }

    function buyPicture(uint256 id) external payable {
        uint256 asked = price();
        require(msg.value >= asked, "too little");
        IItem(collection).transferFrom(seller, msg.sender, id);
        (bool done,) = seller.call{value: asked}("");
        require(done, "payment failed");
        (done,) = msg.sender.call{value: msg.value - asked}("");
        require(done, "refund failed");
    }
}
