// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// @title Honest splitter: shares its native income among fixed payees, each of whom withdraws their part.
/// @dev It forwards received value like a drainer does, but by shares fixed at construction and public.
contract PayoutSplitter {
    event Paid(address indexed payee, uint256 amount);

    uint256 public totalShares;
    uint256 public totalReleased;
    mapping(address => uint256) public sharesOf;
    mapping(address => uint256) public releasedTo;

    constructor(address[] memory payees, uint256[] memory shares) {
        require(payees.length == shares.length && payees.length > 0, "length mismatch");
        for (uint256 i; i < payees.length; i++) {
            sharesOf[payees[i]] += shares[i];
            totalShares += shares[i];
        }
    }

    receive() external payable {}

    function releasable(address payee) public view returns (uint256) {
        return (address(this).balance + totalReleased) * sharesOf[payee] / totalShares - releasedTo[payee];
    }

    function release(address payable payee) external {
        uint256 amount = releasable(payee);
        require(amount > 0, "nothing is due");
        releasedTo[payee] += amount;
        totalReleased += amount;
        (bool sent,) = payee.call{value: amount}("");
        require(sent, "payment failed");
        emit Paid(payee, amount);
    }
}
