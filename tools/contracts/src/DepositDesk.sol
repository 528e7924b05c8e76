// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Staking of coins and tokens, honest and hostile, by the mode that it is deployed with.
/// @dev One code for all modes: only execution tells them apart.
contract DepositDesk {
    /// 0 open, 1 locked for a week, 2 no withdrawal, 3 the owner alone withdraws, 4 small sums only, 5 the owner can close it,
    /// 6 the withdrawal credits the owner, 7 any caller withdraws the sum of any account, 8 request and wait a day,
    /// 9 locked for a year, 10 locked for a century, 11 pays from later deposits only
    uint256 public immutable mode;
    address public immutable keeper;
    address public immutable asset;
    bool public closed;
    mapping(address => uint256) public staked;
    mapping(address => uint256) public since;
    mapping(address => uint256) public requested;

    event Staked(address indexed account, uint256 amount);

    constructor(uint256 mode_, address keeper_, address asset_) {
        mode = mode_;
        keeper = keeper_;
        asset = asset_;
    }

    function stake() external payable {
        _record(msg.value);
    }

    function stakeTokens(uint256 amount) external {
        require(Tokens.pull(asset, msg.sender, address(this), amount), "deposit failed");
        _record(amount);
    }

    function _record(uint256 amount) private {
        staked[msg.sender] += amount;
        since[msg.sender] = block.timestamp;
        emit Staked(msg.sender, amount);
    }

    function setClosed(bool closed_) external {
        require(msg.sender == keeper, "keeper only");
        require(mode == 5, "fixed");
        closed = closed_;
    }

    function requestWithdrawal(uint256 amount) external {
        require(mode == 8, "no queue");
        staked[msg.sender] -= amount;
        requested[msg.sender] += amount;
        since[msg.sender] = block.timestamp;
    }

    function claimWithdrawal() external {
        require(requested[msg.sender] > 0 && block.timestamp >= since[msg.sender] + 1 days, "wait");
        uint256 amount = requested[msg.sender];
        requested[msg.sender] = 0;
        _pay(msg.sender, amount);
    }

    function unstake(uint256 amount) external {
        require(!closed && mode != 2 && mode != 8, "closed");
        require(block.timestamp >= since[msg.sender] + _lock(), "locked");
        require(mode != 3 || msg.sender == keeper, "keeper only");
        require(mode != 4 || amount * 100 <= staked[msg.sender], "too much at once");
        require(mode != 11 || address(this).balance > 2 * amount, "wait for others");
        if (mode == 3) return _pay(msg.sender, amount);
        staked[msg.sender] -= amount;
        _pay(mode == 6 ? keeper : msg.sender, amount);
    }

    function _lock() private view returns (uint256) {
        return mode == 1 ? 7 days : mode == 9 ? 365 days : mode == 10 ? 36_500 days : 0;
    }

    function unstakeFor(address account, address to) external {
        require(mode == 7, "own account only");
        uint256 amount = staked[account];
        staked[account] = 0;
        _pay(to, amount);
    }

    function _pay(address to, uint256 amount) private {
        if (asset == address(0)) {
            (bool done,) = to.call{value: amount}("");
            require(done, "payment failed");
        } else {
            require(Tokens.push(asset, to, amount), "payment failed");
        }
    }
}
