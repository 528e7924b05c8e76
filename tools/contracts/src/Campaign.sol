// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A donation campaign with refunds until its end, an auction whose bids are paid back when outbid, and orders that can be cancelled.
contract Campaign {
    address public immutable keeper;
    uint256 public immutable ends;
    mapping(address => uint256) public given;
    mapping(address => uint256) public owed;
    mapping(uint256 => address) public buyerOf;
    mapping(uint256 => uint256) public priceOf;
    address public leader;
    uint256 public best;

    constructor(address keeper_) {
        keeper = keeper_;
        ends = block.timestamp + 60 days;
    }

    function donate() external payable {
        given[msg.sender] += msg.value;
    }

    function refund() external {
        require(block.timestamp < ends, "over");
        uint256 amount = given[msg.sender];
        given[msg.sender] = 0;
        _send(msg.sender, amount);
    }

    function collect() external {
        require(msg.sender == keeper && block.timestamp >= ends, "not yet");
        _send(keeper, address(this).balance);
    }

    function bid() external payable {
        require(block.timestamp < ends && msg.value > best, "too low");
        if (leader != address(0)) owed[leader] += best;
        (leader, best) = (msg.sender, msg.value);
    }

    function withdraw() external {
        uint256 amount = owed[msg.sender];
        require(amount > 0, "nothing");
        owed[msg.sender] = 0;
        _send(msg.sender, amount);
    }

    function settle() external {
        require(msg.sender == keeper && block.timestamp >= ends, "not yet");
        uint256 amount = best;
        (leader, best) = (address(0), 0);
        _send(keeper, amount);
    }

    function order(uint256 item) external payable {
        require(buyerOf[item] == address(0), "sold");
        (buyerOf[item], priceOf[item]) = (msg.sender, msg.value);
    }

    function cancelOrder(uint256 item) external {
        require(buyerOf[item] == msg.sender, "not yours");
        uint256 amount = priceOf[item];
        (buyerOf[item], priceOf[item]) = (address(0), 0);
        _send(msg.sender, amount);
    }

    function ship(uint256 item) external {
        require(msg.sender == keeper, "keeper only");
        uint256 amount = priceOf[item];
        priceOf[item] = 0;
        _send(keeper, amount);
    }

    function _send(address to, uint256 amount) private {
        (bool done,) = to.call{value: amount}("");
        require(done, "payment failed");
    }
}
