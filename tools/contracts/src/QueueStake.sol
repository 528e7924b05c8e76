// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Liquid staking: a receipt for coins, and a queue of withdrawals that an oracle settles.
/// @dev `greedy`: the oracle may also take the coins. The receipt can be transferred, but not approved.
contract QueueStake {
    struct Ticket {
        address account;
        uint256 amount;
        bool settled;
    }

    string public constant name = "Staked coin";
    string public constant symbol = "stCOIN";
    uint8 public constant decimals = 18;
    address public immutable oracle;
    bool public immutable greedy;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    Ticket[] public tickets;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address oracle_, bool greedy_) {
        oracle = oracle_;
        greedy = greedy_;
    }

    function submit(address) external payable {
        totalSupply += msg.value;
        balanceOf[msg.sender] += msg.value;
        emit Transfer(address(0), msg.sender, msg.value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function queueExit(uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        totalSupply -= amount;
        emit Transfer(msg.sender, address(0), amount);
        tickets.push(Ticket(msg.sender, amount, false));
    }

    function settle(uint256 index) external {
        require(msg.sender == oracle, "oracle only");
        tickets[index].settled = true;
    }

    function collectExit(uint256 index) external {
        Ticket storage ticket = tickets[index];
        require(ticket.settled && ticket.account == msg.sender, "not settled");
        uint256 amount = ticket.amount;
        ticket.amount = 0;
        _send(msg.sender, amount);
    }

    function moveToValidators(address to, uint256 amount) external {
        require(msg.sender == oracle && greedy, "not here");
        _send(to, amount);
    }

    function _send(address to, uint256 amount) private {
        (bool done,) = to.call{value: amount}("");
        require(done, "payment failed");
    }
}
