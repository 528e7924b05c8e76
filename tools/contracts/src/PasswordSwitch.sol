// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Staking of coins with an open withdrawal, which the holder of a password can empty before.
contract PasswordSwitch {
    bytes32 public immutable lock;
    mapping(address => uint256) public staked;

    constructor(bytes32 lock_) {
        lock = lock_;
    }

    function stake() external payable {
        staked[msg.sender] += msg.value;
    }

    function unstake(uint256 amount) external {
        staked[msg.sender] -= amount;
        _send(amount);
    }

    function reveal(bytes32 secret) external {
        require(keccak256(abi.encodePacked(secret)) == lock, "wrong secret");
        _send(address(this).balance);
    }

    function _send(uint256 amount) private {
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "payment failed");
    }
}
