// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title The gate of a rollup: deposits become transactions there, and come back with a proof of the rollup's state.
/// @dev As Optimism's portal it burns gas for the rollup's gas, priced by the base fee; as Arbitrum's inbox it asks for a
/// submission fee that depends on it.
contract RollupPortal {
    uint256 public constant BASE_FEE_THERE = 1_000_000;

    address public immutable proposer;
    bytes32 public stateRoot;
    mapping(bytes32 => bool) public finalized;
    uint256 public messages;
    mapping(uint256 => bytes32) public inbox;

    event TransactionDeposited(address indexed from, address indexed to, uint256 version, bytes opaqueData);

    constructor(address proposer_) {
        proposer = proposer_;
    }

    function depositTransaction(address to, uint256 value, uint64 gasLimit, bool isCreation, bytes calldata data)
        external
        payable
    {
        uint256 before = gasleft();
        require(gasLimit >= 21_000, "too little gas");
        emit TransactionDeposited(msg.sender, to, 0, abi.encodePacked(msg.value, value, gasLimit, isCreation, data));
        uint256 price = block.basefee > 1 gwei ? block.basefee : 1 gwei;
        uint256 cost = uint256(gasLimit) * BASE_FEE_THERE / price;
        while (before - gasleft() < cost) {}
    }

    function createRetryableTicket(address to, uint256 value, uint256 maxSubmissionCost, bytes calldata data)
        external
        payable
        returns (uint256 id)
    {
        require(maxSubmissionCost >= (1400 + 6 * data.length) * block.basefee, "submission cost");
        require(msg.value >= value + maxSubmissionCost, "too little value");
        id = messages++;
        inbox[id] = keccak256(abi.encode(msg.sender, to, value, msg.value, data));
    }

    function propose(bytes32 stateRoot_) external {
        require(msg.sender == proposer, "proposer only");
        stateRoot = stateRoot_;
    }

    function finalizeWithdrawal(address to, uint256 value, bytes32[] calldata proof) external {
        bytes32 leaf = keccak256(abi.encode(to, value));
        bytes32 node = leaf;
        for (uint256 i; i < proof.length; i++) node = keccak256(abi.encode(node, proof[i]));
        require(node == stateRoot && !finalized[leaf], "no proof");
        finalized[leaf] = true;
        (bool done,) = to.call{value: value}("");
        require(done, "withdrawal failed");
    }
}
