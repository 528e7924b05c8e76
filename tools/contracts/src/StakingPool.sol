// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Tokens} from "./base/Tokens.sol";

/// @title Honest staking of one token: what one staked, one can always unstake, and nobody else can.
/// @dev Rewards accrue at `rewardPerSecond` per staked unit (18 decimals) and are paid from what the pool holds beyond
/// the stakes, as far as that goes. There is no owner.
contract StakingPool {
    event Staked(address indexed account, uint256 amount);
    event Unstaked(address indexed account, uint256 amount, uint256 reward);

    address public immutable token;
    uint256 public immutable rewardPerSecond;
    uint256 public totalStaked;
    mapping(address => uint256) public stakeOf;
    mapping(address => uint256) public since;
    mapping(address => uint256) public accrued;

    constructor(address token_, uint256 rewardPerSecond_) {
        token = token_;
        rewardPerSecond = rewardPerSecond_;
    }

    function earned(address account) public view returns (uint256) {
        return accrued[account] + stakeOf[account] * rewardPerSecond * (block.timestamp - since[account]) / 1e18;
    }

    function stake(uint256 amount) external {
        _accrue(msg.sender);
        require(Tokens.pull(token, msg.sender, address(this), amount), "stake failed");
        stakeOf[msg.sender] += amount;
        totalStaked += amount;
        emit Staked(msg.sender, amount);
    }

    function unstake(uint256 amount) external {
        _accrue(msg.sender);
        stakeOf[msg.sender] -= amount;
        totalStaked -= amount;
        uint256 spare = Tokens.held(token, address(this)) - totalStaked - amount;
        uint256 reward = accrued[msg.sender] < spare ? accrued[msg.sender] : spare;
        accrued[msg.sender] -= reward;
        require(Tokens.push(token, msg.sender, amount + reward), "unstake failed");
        emit Unstaked(msg.sender, amount, reward);
    }

    function _accrue(address account) private {
        accrued[account] = earned(account);
        since[account] = block.timestamp;
    }
}
