// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Staking of coins that only the preimage of a hash pays back; the deployer chose the hash.
contract SecretDesk {
    bytes32 public immutable lock;
    mapping(address => uint256) public staked;

    constructor(bytes32 lock_) {
        lock = lock_;
    }

    function stake() external payable {
        staked[msg.sender] += msg.value;
    }

    function withdraw(bytes32 secret) external {
        require(keccak256(abi.encodePacked(secret)) == lock, "wrong secret");
        uint256 amount = staked[msg.sender];
        staked[msg.sender] = 0;
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "payment failed");
    }
}
