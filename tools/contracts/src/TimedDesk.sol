// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Staking of coins whose withdrawal depends on time or on other accounts, by the mode that it is deployed with.
contract TimedDesk {
    /// 0 closes at a block, 1 closes at a time, 2 closes after `limit` withdrawals, 3 closes after `limit` later deposits,
    /// 4 opens at a block, 5 opens one day in seven, 6 request and 21 days, 7 opens and closes again, 8 numbers its withdrawals,
    /// 9 a request that can be paid in a window of two days after ten
    uint256 public immutable mode;
    uint256 public immutable limit;
    uint256 public withdrawals;
    uint256 public deposits;
    mapping(address => uint256) public staked;
    mapping(address => uint256) public since;
    mapping(address => uint256) public sinceBlock;
    mapping(address => uint256) public place;
    mapping(address => uint256) public requestedAt;

    constructor(uint256 mode_, uint256 limit_) {
        mode = mode_;
        limit = limit_;
    }

    function stake() external payable {
        staked[msg.sender] += msg.value;
        since[msg.sender] = block.timestamp;
        sinceBlock[msg.sender] = block.number;
        place[msg.sender] = ++deposits;
    }

    function requestUnstake() external {
        require(staked[msg.sender] > 0, "nothing staked");
        requestedAt[msg.sender] = block.timestamp;
    }

    function unstake() external {
        uint256 age = block.timestamp - since[msg.sender];
        require(mode != 0 || block.number < sinceBlock[msg.sender] + limit, "closed");
        require(mode != 1 || age < limit, "closed");
        require(mode != 2 || withdrawals < limit, "closed");
        require(mode != 3 || deposits < place[msg.sender] + limit, "closed");
        require(mode != 4 || block.number >= sinceBlock[msg.sender] + limit, "locked");
        require(mode != 5 || (block.timestamp / 1 days) % 7 == (since[msg.sender] / 1 days) % 7, "next week");
        require(mode != 7 || (age > 2 days && age < limit), "closed");
        if (mode == 6 || mode == 9) {
            uint256 waited = block.timestamp - requestedAt[msg.sender];
            require(requestedAt[msg.sender] > 0 && waited >= (mode == 6 ? 21 days : 10 days), "unbonding");
            require(mode == 6 || waited < 12 days, "request again");
        }
        uint256 amount = staked[msg.sender];
        require(amount > 0, "nothing staked");
        staked[msg.sender] = 0;
        withdrawals++;
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "payment failed");
    }
}
