pragma solidity 0.4.26;

// Wallets of 2016: each owner sends a confirmation, and the last one that is needed carries the transaction out.

contract SubmittedTransactions {
    struct Transaction { address destination; uint value; bytes data; bool executed; }
    event Submission(uint indexed transactionId);
    event Confirmation(address indexed sender, uint indexed transactionId);
    event Execution(uint indexed transactionId);
    event Deposit(address indexed sender, uint value);
    mapping(uint => Transaction) public transactions;
    mapping(uint => mapping(address => bool)) public confirmations;
    mapping(address => bool) public isOwner;
    address[] public owners;
    uint public required;
    uint public transactionCount;
    modifier onlyWallet() { require(msg.sender == address(this)); _; }
    modifier onlyOwner() { require(isOwner[msg.sender]); _; }
    modifier known(uint id) { require(transactions[id].destination != 0); _; }

    constructor(address[] _owners, uint _required) public {
        for (uint i = 0; i < _owners.length; i++) { require(!isOwner[_owners[i]] && _owners[i] != 0); isOwner[_owners[i]] = true; }
        owners = _owners;
        required = _required;
    }
    function() public payable { if (msg.value > 0) emit Deposit(msg.sender, msg.value); }

    function addOwner(address owner) public onlyWallet { require(!isOwner[owner]); isOwner[owner] = true; owners.push(owner); }
    function removeOwner(address owner) public onlyWallet {
        require(isOwner[owner]);
        isOwner[owner] = false;
        for (uint i = 0; i < owners.length - 1; i++) if (owners[i] == owner) { owners[i] = owners[owners.length - 1]; break; }
        owners.length -= 1;
        if (required > owners.length) changeRequirement(owners.length);
    }
    function changeRequirement(uint _required) public onlyWallet { required = _required; }

    function submitTransaction(address destination, uint value, bytes data) public onlyOwner returns (uint id) {
        require(destination != 0);
        id = transactionCount;
        transactions[id] = Transaction({destination: destination, value: value, data: data, executed: false});
        transactionCount += 1;
        emit Submission(id);
        confirmTransaction(id);
    }
    function confirmTransaction(uint id) public onlyOwner known(id) {
        require(!confirmations[id][msg.sender]);
        confirmations[id][msg.sender] = true;
        emit Confirmation(msg.sender, id);
        executeTransaction(id);
    }
    function revokeConfirmation(uint id) public onlyOwner {
        require(confirmations[id][msg.sender] && !transactions[id].executed);
        confirmations[id][msg.sender] = false;
    }
    function executeTransaction(uint id) public onlyOwner {
        require(confirmations[id][msg.sender] && !transactions[id].executed);
        if (!isConfirmed(id)) return;
        Transaction storage one = transactions[id];
        one.executed = true;
        if (one.destination.call.value(one.value)(one.data)) emit Execution(id);
        else one.executed = false;
    }
    function isConfirmed(uint id) public view returns (bool) {
        uint count = 0;
        for (uint i = 0; i < owners.length; i++) {
            if (confirmations[id][owners[i]]) count += 1;
            if (count == required) return true;
        }
    }
    function getOwners() public view returns (address[]) { return owners; }
}

/// The account that made it names owners.
contract FoundersOwners is SubmittedTransactions {
    address private founder;
    constructor(address[] _owners, uint _required) SubmittedTransactions(_owners, _required) public { founder = msg.sender; }
    function enroll(address owner) public { require(msg.sender == founder); isOwner[owner] = true; owners.push(owner); }
}

/// Each owner sets how many confirmations are needed.
contract OwnersRequirement is SubmittedTransactions {
    constructor(address[] _owners, uint _required) SubmittedTransactions(_owners, _required) public {}
    function setRequired(uint _required) public onlyOwner { required = _required; }
}

/// Confirmations of an owner who left still count, and an owner may confirm for another one.
contract ConfirmedForOthers is SubmittedTransactions {
    constructor(address[] _owners, uint _required) SubmittedTransactions(_owners, _required) public {}
    function confirmFor(address owner, uint id) public onlyOwner known(id) { confirmations[id][owner] = true; executeTransaction(id); }
}
