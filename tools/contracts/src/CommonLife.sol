// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Honest uses of coins and tokens that can be taken back for some time or for ever.
contract CommonLife {
    struct Stream {
        address payer;
        address payee;
        uint256 amount;
        uint256 start;
        uint256 stop;
        uint256 paid;
    }

    address payable public immutable keeper;
    address public immutable asset;
    uint256 public immutable closes;
    mapping(address => uint256) public pledged;
    mapping(uint256 => address) public ordered;
    mapping(uint256 => uint256) public orderedFor;
    mapping(uint256 => uint256) public orderedAt;
    mapping(uint256 => Stream) public escrows;
    mapping(address => uint256) public rents;
    mapping(address => uint256) public vestingUntil;
    mapping(address => uint256) public vested;
    mapping(address => mapping(bool => uint256)) public bets;
    mapping(address => uint256) public tickets;
    uint256 public count;

    constructor(address payable keeper_, address asset_) {
        keeper = keeper_;
        asset = asset_;
        closes = block.timestamp + 20 days;
    }

    function pledge() external payable {
        require(block.timestamp < closes, "over");
        pledged[msg.sender] += msg.value;
    }

    function cancelPledge() external {
        require(block.timestamp < closes, "over");
        uint256 amount = pledged[msg.sender];
        pledged[msg.sender] = 0;
        _send(msg.sender, amount);
    }

    function order(uint256 item) external payable {
        require(ordered[item] == address(0), "sold");
        (ordered[item], orderedFor[item], orderedAt[item]) = (msg.sender, msg.value, block.timestamp);
    }

    function cancelOrder(uint256 item) external {
        require(ordered[item] == msg.sender && block.timestamp < orderedAt[item] + 14 days, "not yours");
        uint256 amount = orderedFor[item];
        (ordered[item], orderedFor[item]) = (address(0), 0);
        _send(msg.sender, amount);
    }

    function ship(uint256 item) external {
        require(block.timestamp >= orderedAt[item] + 14 days, "may be cancelled");
        uint256 amount = orderedFor[item];
        orderedFor[item] = 0;
        _send(keeper, amount);
    }

    function subscribeWith(uint256 amount) external {
        require(Tokens.pull(asset, msg.sender, keeper, amount), "payment failed");
        tickets[msg.sender] += amount;
    }

    function openEscrow(address payee, address arbiter) external payable returns (uint256 id) {
        id = ++count;
        escrows[id] = Stream(msg.sender, payee, msg.value, uint160(arbiter), block.timestamp + 25 days, 0);
    }

    function settleEscrow(uint256 id, bool toPayee) external {
        Stream memory made = escrows[id];
        require(uint160(msg.sender) == made.start || (msg.sender == made.payer && toPayee), "arbiter only");
        delete escrows[id];
        _send(toPayee ? made.payee : made.payer, made.amount);
    }

    function reclaimEscrow(uint256 id) external {
        Stream memory made = escrows[id];
        require(made.payer == msg.sender && block.timestamp >= made.stop, "too early");
        delete escrows[id];
        _send(msg.sender, made.amount);
    }

    function payRentDeposit() external payable {
        rents[msg.sender] += msg.value;
        vestingUntil[msg.sender] = block.timestamp + 28 days;
    }

    function returnRentDeposit() external {
        require(block.timestamp >= vestingUntil[msg.sender], "rented");
        uint256 amount = rents[msg.sender];
        rents[msg.sender] = 0;
        _send(msg.sender, amount);
    }

    function vestForMyself(uint256 amount) external {
        require(Tokens.pull(asset, msg.sender, address(this), amount), "payment failed");
        vested[msg.sender] += amount;
        vestingUntil[msg.sender] = block.timestamp + 90 days;
    }

    function release() external {
        require(block.timestamp >= vestingUntil[msg.sender], "vesting");
        uint256 amount = vested[msg.sender];
        vested[msg.sender] = 0;
        require(Tokens.push(asset, msg.sender, amount), "payment failed");
    }

    function bet(bool outcome) external payable {
        bets[msg.sender][outcome] += msg.value;
    }

    function cancelBet(bool outcome) external {
        uint256 amount = bets[msg.sender][outcome];
        bets[msg.sender][outcome] = 0;
        _send(msg.sender, (amount * 98) / 100);
    }

    function _send(address to, uint256 amount) private {
        (bool done,) = to.call{value: amount}("");
        require(done, "payment failed");
    }
}
