// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Honest sales for coins: a shop, a subscription, a name service, a raffle, an auction and an escrow.
contract SalesDesk {
    address public immutable keeper;
    uint256 public earned;
    mapping(uint256 => address) public buyerOf;
    mapping(address => uint256) public paidUntil;
    mapping(bytes32 => address) public ownerOfName;
    mapping(bytes32 => uint256) public expiryOf;
    address[] public players;
    address public highestBidder;
    uint256 public highestBid;
    mapping(address => uint256) public pendingReturns;
    mapping(uint256 => address) public escrowOwner;
    mapping(uint256 => uint256) public escrowed;
    uint256 public escrows;

    event Sold(address indexed buyer, uint256 item, uint256 price);

    constructor(address keeper_) {
        keeper = keeper_;
    }

    function buy(uint256 item) external payable {
        earned += msg.value;
        buyerOf[item] = msg.sender;
        emit Sold(msg.sender, item, msg.value);
    }

    function subscribe(uint256 months) external payable {
        earned += msg.value;
        uint256 from = paidUntil[msg.sender] > block.timestamp ? paidUntil[msg.sender] : block.timestamp;
        paidUntil[msg.sender] = from + months * 30 days;
    }

    function register(string calldata name, uint256 duration) external payable {
        earned += msg.value;
        bytes32 label = keccak256(bytes(name));
        require(ownerOfName[label] == address(0) || expiryOf[label] < block.timestamp, "taken");
        ownerOfName[label] = msg.sender;
        expiryOf[label] = block.timestamp + duration;
    }

    function renew(string calldata name, uint256 duration) external payable {
        earned += msg.value;
        expiryOf[keccak256(bytes(name))] += duration;
    }

    function enter() external payable {
        earned += msg.value;
        players.push(msg.sender);
    }

    function bid() external payable {
        require(msg.value > highestBid, "too low");
        pendingReturns[highestBidder] += highestBid;
        (highestBidder, highestBid) = (msg.sender, msg.value);
    }

    function withdraw() external {
        uint256 amount = pendingReturns[msg.sender];
        pendingReturns[msg.sender] = 0;
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "payment failed");
    }

    function openEscrow(address seller) external payable returns (uint256 id) {
        id = ++escrows;
        escrowOwner[id] = msg.sender;
        escrowed[id] = msg.value;
        seller;
    }

    function cancelEscrow(uint256 id) external {
        require(escrowOwner[id] == msg.sender, "not yours");
        uint256 amount = escrowed[id];
        escrowed[id] = 0;
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "payment failed");
    }

    function collect() external {
        require(msg.sender == keeper, "keeper only");
        uint256 amount = earned;
        earned = 0;
        (bool done,) = keeper.call{value: amount}("");
        require(done, "payment failed");
    }
}
