// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title A pool of equal deposits with the questions and answers of Tornado Cash's.
/// @dev In place of the Merkle tree and the zero-knowledge proof a note is its own proof: whoever withdraws shows it, so
/// this pool hides nothing. `levels` is the height the tree would have, and bounds how many deposits there may be.
contract MixerPool {
    event Deposit(bytes32 indexed commitment, uint32 leafIndex, uint256 timestamp);
    event Withdrawal(address to, bytes32 nullifierHash);

    uint256 public immutable denomination;
    uint32 public immutable levels;
    uint32 public nextIndex;
    mapping(bytes32 => bool) public commitments;
    mapping(bytes32 => bool) public nullifierHashes;

    constructor(uint256 denomination_, uint32 levels_) {
        require(denomination_ > 0 && levels_ > 0 && levels_ < 32);
        denomination = denomination_;
        levels = levels_;
    }

    function isSpent(bytes32 nullifierHash) public view returns (bool) {
        return nullifierHashes[nullifierHash];
    }

    /// @param commitment keccak256(nullifier, secret).
    function deposit(bytes32 commitment) external payable {
        require(msg.value == denomination, "send exactly the denomination");
        require(!commitments[commitment], "deposited before");
        require(nextIndex < uint32(2) ** levels, "the tree is full");
        commitments[commitment] = true;
        emit Deposit(commitment, nextIndex, block.timestamp);
        nextIndex += 1;
    }

    function withdraw(bytes32 nullifier, bytes32 secret, address payable to) external {
        bytes32 nullifierHash = keccak256(abi.encode(nullifier));
        require(commitments[keccak256(abi.encode(nullifier, secret))], "no such deposit");
        require(!isSpent(nullifierHash), "spent before");
        nullifierHashes[nullifierHash] = true;
        (bool sent,) = to.call{value: denomination}("");
        require(sent, "withdrawal failed");
        emit Withdrawal(to, nullifierHash);
    }
}
