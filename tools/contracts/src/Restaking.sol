// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Restaking of a token: shares are recorded, and a withdrawal is queued for a week.
contract Restaking {
    uint256 public constant DELAY = 7 days;

    struct Withdrawal {
        address staker;
        address token;
        uint256 shares;
        uint256 queuedAt;
    }

    mapping(address => mapping(address => uint256)) public stakerShares;
    mapping(bytes32 => Withdrawal) public queued;
    mapping(address => uint256) public cumulativeWithdrawals;

    event Deposit(address indexed staker, address token, uint256 shares);
    event WithdrawalQueued(bytes32 indexed root, address indexed staker, uint256 shares);

    function depositIntoStrategy(address token, uint256 amount) external returns (uint256 shares) {
        require(Tokens.pull(token, msg.sender, address(this), amount), "deposit failed");
        stakerShares[msg.sender][token] += amount;
        emit Deposit(msg.sender, token, amount);
        return amount;
    }

    function queueWithdrawal(address token, uint256 shares) external returns (bytes32 root) {
        stakerShares[msg.sender][token] -= shares;
        root = keccak256(abi.encode(msg.sender, token, shares, cumulativeWithdrawals[msg.sender]++));
        queued[root] = Withdrawal(msg.sender, token, shares, block.timestamp);
        emit WithdrawalQueued(root, msg.sender, shares);
    }

    function completeQueuedWithdrawal(bytes32 root) external {
        Withdrawal memory one = queued[root];
        require(one.staker == msg.sender, "staker only");
        require(block.timestamp >= one.queuedAt + DELAY, "wait");
        delete queued[root];
        require(Tokens.push(one.token, msg.sender, one.shares), "payment failed");
    }
}
