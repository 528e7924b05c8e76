// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Staking of coins that a phrase pays back: of the deployer, or of the account itself.
contract PhraseDesk {
    bytes32 public lock;
    mapping(address => uint256) public staked;
    mapping(address => bytes32) public committed;

    constructor(bytes32 lock_) {
        lock = lock_;
    }

    function stake() external payable {
        staked[msg.sender] += msg.value;
    }

    function withdraw(string calldata phrase) external {
        require(keccak256(bytes(phrase)) == lock, "wrong phrase");
        _pay();
    }

    function _pay() private {
        uint256 amount = staked[msg.sender];
        staked[msg.sender] = 0;
        (bool done,) = msg.sender.call{value: amount}("");
        require(done, "payment failed");
    }
}
